import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What Node itself offers; nothing else is global. */
const NODE_GLOBALS = Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']));

const MODULE_GLOBALS = { __dirname: 'readonly', __filename: 'readonly', exports: 'writable', module: 'readonly', require: 'readonly' };

/** `as` tells the compiler what it cannot check, so it stands alone in a function that is named for it, such as `asRecord`. */
const ASSERTION_OUTSIDE_ITS_FUNCTION = {
  selector:
    ":not(FunctionDeclaration[id.name=/^(as[A-Z]|at$|parse[A-Z]|read[A-Z])/] TSAsExpression):matches(TSAsExpression:not([typeAnnotation.typeName.name='const']))",
  message: 'Put `as` into a small function whose name begins with as, parse or read, or let a type guard find the type.',
};

/** A name that begins with `_` says that the value is not wanted, as in a loop that only counts. */
const UNUSED = { argsIgnorePattern: '^_', varsIgnorePattern: '^_' };

export default defineConfig([
  // The TypeScript of the examples is compiled against the packed package, by test/package; that in folders `assembly` is AssemblyScript.
  globalIgnores(['dist/', 'coverage/', 'bench-data/', 'samples/', 'examples/*/dist/', 'examples/*/src/', '{src,plugins}/*/assembly/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', { max: 500 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'max-params': ['error', { max: 5 }],
      'no-console': 'error',
      // Control characters are what these expressions look for.
      'no-control-regex': 'off',
      'no-unused-vars': ['error', UNUSED],
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: NODE_GLOBALS } },
  { files: ['**/*.{js,cjs}'], languageOptions: { sourceType: 'commonjs', globals: MODULE_GLOBALS } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', UNUSED],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],

      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
      // A module of Nest is a decorated class without members.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Spread strings are lists of ASCII characters.
      '@typescript-eslint/no-misused-spread': 'off',
      // An empty string counts as absent in EDI, and `||` says so.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],

      // The other half of the pair bans `!`; `as` is governed by no-restricted-syntax.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Input is checked although its type promises more, and a call may change a field that was narrowed before it.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // A function that asserts a type names the type in its result only.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Implementations of asynchronous interfaces may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  { files: ['src/**/*.ts', 'plugins/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ASSERTION_OUTSIDE_ITS_FUNCTION] } },
  // Plugins are found at run time.
  { files: ['src/plugin/plugin-loader.ts', 'plugins/product-plugins.ts'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['src/cli/**', 'scripts/**', 'test/**'], rules: { 'no-console': 'off' } },
  // `writeLine` of the 835 generator takes six arguments: it runs for each line of large files, so no object is made to carry them.
  { files: ['test/bench/edi-835/**'], rules: { 'max-params': 'off' } },
  {
    // Tests look into answers that have no type, make empty modules, and a `describe` is as long as what it describes.
    files: ['test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
]);

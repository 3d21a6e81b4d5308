#!/usr/bin/env node
// Writes the digest of every image that the Dockerfile and compose.yaml take from a registry behind its tag, so that a
// build next year takes the same bytes. Digests are those of the lists for all platforms. Prints what it changed.
//
//   node scripts/pin-images.mjs [FOLDER]
//
// Needs Docker with buildx, and the registries of the images. Changes nothing unless every digest is known.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const FOLDER = resolve(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))));

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** FROM lines that name an image; the names of earlier stages have no tag. */
const FROM = /^(FROM\s+(?:--\S+\s+)*)([^\s@]+:[^\s@]+)(?:@\S+)?/gim;

const withoutDigest = (image) => image.replace(/@.*$/, '');

/** The image of a tag as NAME:TAG@sha256:... Asks the registry, once for each image. */
const pinned = memoized((image) => {
  const answer = execFileSync('docker', ['buildx', 'imagetools', 'inspect', image, '--format', '{{json .Manifest}}'], { encoding: 'utf8' });
  const { digest } = JSON.parse(answer);
  if (!DIGEST.test(digest)) throw new Error(`Docker gives no digest of ${image}.`);
  return `${image}@${digest}`;
});

function memoized(ask) {
  const answers = new Map();
  return (question) => {
    if (!answers.has(question)) answers.set(question, ask(question));
    return answers.get(question);
  };
}

function pinDockerfile(text) {
  return text.replace(FROM, (_line, before, image) => `${before}${pinned(image)}`);
}

/** Images that a service builds are not in a registry. */
function pinCompose(text) {
  const services = Object.values(parse(text).services).filter(({ build }) => build === undefined);
  const images = new Set(services.map(({ image }) => image));
  return [...images].reduce((all, image) => all.replaceAll(`image: ${image}`, `image: ${pinned(withoutDigest(image))}`), text);
}

const files = Object.entries({ Dockerfile: pinDockerfile, 'compose.yaml': pinCompose }).map(([name, pin]) => {
  const path = join(FOLDER, name);
  const before = readFileSync(path, 'utf8');
  return { name, path, before, after: pin(before) };
});
for (const { name, path, before, after } of files) {
  if (after !== before) writeFileSync(path, after);
  console.log(`${name}: ${after === before ? 'nothing to change' : 'pinned'}`);
}

import { YamlMapReader } from '../common/yaml/yaml-map';
import type { Count } from './guide-source';
import type { Usage } from './guide.types';

/** A map of a guide file: reads what only guides have. */
export class GuideMap<Key extends string> extends YamlMapReader<Key> {
  usage(key: Key): Usage {
    const text = this.text(key);
    if (text === 'R' || text === 'S' || text === 'N') return text;
    if (text !== '') this.wrong(key, 'R, S or N');
    return 'R';
  }

  /** A count from 1 or `unbounded`; 1 when absent. */
  count(key: Key): Count {
    const node = this.find(key);
    if (node === undefined) return 1;
    if (node.kind === 'scalar' && node.value === 'unbounded') return 'unbounded';
    return this.integer(key, 'a whole number from 1, or unbounded') ?? 1;
  }
}

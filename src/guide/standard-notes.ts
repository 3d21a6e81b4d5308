import { join } from 'node:path';
import type { SegmentSource } from './guide-source';
import { readYamlFile } from './prepared-yaml';
import { standardFolder } from './standard-dictionary';

/** The file `relational-notes.yaml`: notes by release and segment id. */
type NotesFile = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The relational notes of the X12 standard, for segments whose guide states none. Its file is read when a guide first needs it. */
export class StandardNotes {
  private file: NotesFile | undefined;

  constructor(private readonly folder = standardFolder()) {}

  /** The releases that have notes, such as 005010. */
  releases(): readonly string[] {
    return Object.keys(this.read());
  }

  /** Relational notes of a segment: its own, else those of the release; none when neither is given. */
  notesOf({ id, syntax, elements }: SegmentSource, release: string | undefined): readonly string[] {
    if (syntax !== undefined) return syntax.map(({ note }) => note);
    const notes = release === undefined ? undefined : this.read()[release];
    const standard = notes !== undefined && Object.hasOwn(notes, id) ? (notes[id] ?? []) : [];
    // A guide may leave out the last elements of a segment: nobody can send them.
    return standard.filter((note) => lastElementOf(note) <= elements.length);
  }

  private read(): NotesFile {
    return (this.file ??= readNotes(this.folder));
  }
}

/** The file is ours, and a test reads every note of it. */
function readNotes(folder: string): NotesFile {
  return readYamlFile(join(folder, 'relational-notes.yaml')) as NotesFile;
}

/** The highest element number of a note: 10 for C1009. */
export function lastElementOf(note: string): number {
  return Math.max(0, ...(note.match(/[0-9]{2}/g) ?? []).map(Number));
}

import { toRanges, type Tree } from '@latchkey/create-kit'
import { CHAINS, FEATURES, type Chosen } from './choices.js'

/**
 * The mark of a line that is there for some choices alone: `// @evm @solana` at its end.
 */
const MARK = /[ \t]*\/\/((?: @[a-z]+)+)$/

/** A text with the lines of what was chosen, and without marks. */
export const renderText = (text: string, chosen: ReadonlySet<string>): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const [mark, names] = MARK.exec(line) ?? []
      if (mark === undefined || names === undefined) return [line]
      const isWanted = names.split(' @').some((name) => chosen.has(name))
      return isWanted ? [line.slice(0, -mark.length)] : []
    })
    .join('\n')

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Where packages of ours come from. */
export interface Origin {
  /** Version ranges by name. */
  readonly ranges: Readonly<Record<string, string>>
  /** Files in the place of versions, by name, for those that other packages ask for too. */
  readonly packed: Readonly<Record<string, string>>
}

/** A `package.json` with this name, and with what the choice needs alone. */
function renderManifest(
  text: string,
  name: string,
  chosen: ReadonlySet<string>,
  { ranges, packed }: Origin,
): string {
  const parts = [...CHAINS, ...FEATURES]
  const packagesOf = (wanted: boolean): readonly string[] =>
    parts.filter(({ id }) => chosen.has(id) === wanted).flatMap(({ packages }) => packages)
  const [kept, left] = [packagesOf(true), packagesOf(false)]
  const filled = (dependencies: Record<string, string>): Record<string, string> =>
    toRanges(
      Object.fromEntries(
        Object.entries(dependencies).filter(([one]) => kept.includes(one) || !left.includes(one)),
      ),
      { ...ranges, ...packed },
    )
  const manifest = JSON.parse(text) as Manifest
  return `${JSON.stringify(
    {
      ...manifest,
      name,
      dependencies: filled(manifest.dependencies),
      devDependencies: filled(manifest.devDependencies),
      ...(Object.keys(packed).length > 0 && { overrides: packed }),
    },
    null,
    2,
  )}\n`
}

/** Files under names of which npm makes nothing of its own when it publishes this package. */
const RENAMED: Readonly<Record<string, string>> = {
  '_package.json': 'package.json',
  _gitignore: '.gitignore',
}

/** The files of a page, of the templates' files. */
export function render(
  template: Tree,
  name: string,
  { framework, chains, features }: Chosen,
  origin: Origin,
): Tree {
  const chosen = new Set<string>([framework, ...chains, ...features])
  return new Map(
    [...template].map(([from, text]) => {
      const path = RENAMED[from] ?? from
      const made =
        path === 'package.json'
          ? renderManifest(text, name, chosen, origin)
          : renderText(text, chosen).replaceAll('my-latchkey-app', name)
      return [path, made] as const
    }),
  )
}

import { readFile } from 'node:fs/promises'

/**
 * The versions of a release, from the manifest of the starter: publishing replaces `workspace:` in its
 * development dependencies by versions.
 * @param manifest its `package.json`
 */
export async function rangesOf(manifest: URL): Promise<Readonly<Record<string, string>>> {
  const { devDependencies } = JSON.parse(await readFile(manifest, 'utf8')) as {
    devDependencies?: Record<string, string>
  }
  return devDependencies ?? {}
}

/** Dependencies with the versions of a release in the place of `workspace:`. */
export const toRanges = (
  dependencies: Readonly<Record<string, string>>,
  ranges: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [
      name,
      range.startsWith('workspace:') ? (ranges[name] ?? range) : range,
    ]),
  )

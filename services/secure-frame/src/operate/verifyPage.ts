import { createHash } from 'node:crypto'
import { ASSETS_PATH, CONFIG_ID, type PageManifest } from '../contract/index.js'

export interface Verified {
  files: number
  /** One sentence for each thing that is not as it was released. */
  problems: readonly string[]
}

const hashOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * Compares a running page with the manifest of a release: its files, byte for byte, and that the page
 * itself loads these files alone.
 * @param url of the page: `https://wallet.shop.example/frame?projectId=shop`
 */
export async function verifyPage(
  url: string,
  manifest: PageManifest,
  ask: typeof fetch = fetch,
): Promise<Verified> {
  const problems: string[] = []
  const page = await ask(url)
  if (!page.ok) return { files: 0, problems: [`The page answered with ${page.status}.`] }
  const html = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  const { origin } = new URL(url)
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1]
  if (scripts !== `${origin}${ASSETS_PATH} 'wasm-unsafe-eval'`)
    problems.push('The policy of the page lets other scripts in than its own files.')
  const tags = [...html.matchAll(/<(script|link|style|iframe|object|embed|base)\b([^>]*)>/gi)]
  for (const [tag, , attributes = ''] of tags) {
    const [, path] = /(?:src|href)="([^"]*)"/.exec(attributes) ?? []
    const isData =
      attributes.includes(`id="${CONFIG_ID}"`) && attributes.includes('application/json')
    const file = path?.startsWith(ASSETS_PATH) ? path.slice(ASSETS_PATH.length) : undefined
    const isReleased = file !== undefined && Object.hasOwn(manifest.files, file)
    if (!isReleased && !isData) problems.push(`The page has ${tag}, which is not of the release.`)
  }
  for (const [file, hash] of Object.entries(manifest.files)) {
    const answer = await ask(`${origin}${ASSETS_PATH}${file}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (!answer.ok || hashOf(bytes) !== hash)
      problems.push(`The file ${file} is not the one that was released.`)
  }
  return { files: Object.keys(manifest.files).length, problems }
}

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import {
  ASSETS_PATH,
  CONFIG_ID,
  type PageConfig,
  type PageManifest,
  pageConfig,
} from '../contract/index.js'
import { pageHeaders } from '../http/headers.js'
import { framePage } from '../http/pages.js'
import { wordsOf } from '../mail/texts.js'

export interface Verified {
  files: number
  /** One sentence for each thing that is not as it was released. */
  problems: readonly string[]
}

const hashOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** The operator's settings, which stand in the page as data. */
function configOf(html: string): PageConfig | undefined {
  const data = new RegExp(`id="${CONFIG_ID}">(.*?)</script>`).exec(html)?.[1]
  try {
    const config = v.parse(pageConfig, JSON.parse(data ?? ''))
    return Object.values(config.rpc).every((url) => URL.canParse(url)) ? config : undefined
  } catch {
    return undefined
  }
}

/** The first line of a text that is another one than in the other text. */
function firstOther(text: string, other: string): string {
  const lines = other.split('\n')
  return text.split('\n').find((line, at) => line !== lines[at]) ?? 'it ends too early.'
}

/**
 * Compares a running page with the manifest of a release, byte for byte: its files, the page itself and
 * its policy. Of the page only the operator's settings may be others.
 * @param url of the page: `https://wallet.shop.example/frame?projectId=shop`
 */
export async function verifyPage(
  url: string,
  manifest: PageManifest,
  ask: typeof fetch = fetch,
): Promise<Verified> {
  const problems: string[] = []
  const page = await ask(url, { redirect: 'error' })
  if (!page.ok) return { files: 0, problems: [`The page answered with ${page.status}.`] }
  const html = await page.text()
  const address = new URL(url)
  const { origin } = address
  const config = configOf(html)
  const lang = wordsOf(address.searchParams.get('lang') ?? undefined).lang
  const expected = config ? framePage(manifest, config, lang) : ''
  if (html !== expected)
    problems.push(`The page is not the one that was released: ${firstOther(html, expected)}`)
  const policy = config && pageHeaders(origin, config)['Content-Security-Policy']
  if (!policy || page.headers.get('content-security-policy') !== policy)
    problems.push('The content security policy of the page is not the one that was released.')
  for (const [file, hash] of Object.entries(manifest.files)) {
    const answer = await ask(`${origin}${ASSETS_PATH}${file}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (!answer.ok || hashOf(bytes) !== hash)
      problems.push(`The file ${file} is not the one that was released.`)
  }
  return { files: Object.keys(manifest.files).length, problems }
}

// The bytes of scripts and styles that a page has fetched and not used.
import type { Page } from '@playwright/test'

interface Range {
  start: number
  end: number
}
interface Script {
  source?: string
  functions: readonly {
    ranges: readonly { startOffset: number; endOffset: number; count: number }[]
  }[]
}

/** How many letters no range covers. */
function outside(length: number, ranges: readonly Range[]): number {
  let [covered, at] = [0, 0]
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    covered += Math.max(0, end - Math.max(start, at))
    at = Math.max(at, end)
  }
  return length - covered
}

/** V8 tells ranges inside of ranges: the innermost one says whether a letter has run. */
function unusedIn({ source = '', functions }: Script): number {
  const ran = new Uint8Array(source.length).fill(1)
  const ranges = functions
    .flatMap((each) => each.ranges)
    .sort((one, other) => other.endOffset - other.startOffset - (one.endOffset - one.startOffset))
  for (const { startOffset, endOffset, count } of ranges)
    ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return ran.reduce((sum, used) => sum + (used ? 0 : 1), 0)
}

/**
 * Loads a page, and counts the bytes of its scripts and styles that were not used by the time that it was loaded
 * and the network was quiet. Bytes are those of the files as they are, not compressed.
 */
export async function unusedBytes(page: Page, url: string): Promise<number> {
  await Promise.all([page.coverage.startJSCoverage(), page.coverage.startCSSCoverage()])
  await page.goto(url, { waitUntil: 'networkidle' })
  const [scripts, styles] = await Promise.all([
    page.coverage.stopJSCoverage(),
    page.coverage.stopCSSCoverage(),
  ])
  return (
    scripts.reduce((sum, script) => sum + unusedIn(script), 0) +
    styles.reduce((sum, { text = '', ranges }) => sum + outside(text.length, ranges), 0)
  )
}

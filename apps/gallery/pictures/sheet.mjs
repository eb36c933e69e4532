// Contact sheets: a row for each scene, a column for each look.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeFileSync } from 'node:fs'

const ROWS = 4
const WIDTH = 320
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const STYLE = `
  body { margin: 8px; font: 13px system-ui; background: #777; color: #fff }
  table { border-spacing: 6px }
  td { vertical-align: top }
  img { display: block; width: ${WIDTH}px }
  th { text-align: start; font-weight: 600 }`

/** @param {{ name: string, shots: Record<string, string> }[]} taken */
export function indexPage(taken, looks) {
  const picture = (file, alt) => `<a href="${file}"><img src="${file}" alt="${alt}" /></a>`
  const row = ({ name, shots }) => {
    const cells = looks.map((look) =>
      shots[look] ? picture(shots[look], `${escape(name)}, ${look}`) : '',
    )
    return `<tr><th colspan="${looks.length}">${escape(name)}</th></tr>
      <tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  }
  return `<!doctype html>
    <html lang="en"><meta charset="utf-8" /><title>Gallery</title><style>${STYLE}</style>
    <table><tr>${looks.map((look) => `<th>${look}</th>`).join('')}</tr>${taken.map(row).join('\n')}</table>
    </html>\n`
}

/** Pictures of several rows each, for readers who look at pictures and not at pages. */
export async function sheets(browser, out, taken, looks) {
  const page = await browser.newPage({
    viewport: { width: (WIDTH + 12) * looks.length + 24, height: 600 },
  })
  let count = 0
  for (let first = 0; first < taken.length; first += ROWS) {
    count++
    const file = join(out, 'sheet.html')
    writeFileSync(file, indexPage(taken.slice(first, first + ROWS), looks))
    await page.goto(pathToFileURL(file).href)
    await page.screenshot({
      path: join(out, `sheet-${String(count).padStart(2, '0')}.png`),
      fullPage: true,
    })
  }
  await page.close()
  return count
}

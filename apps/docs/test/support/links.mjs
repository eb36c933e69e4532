// Follows every link from the page that is open. It runs in the page, and reads others by fetch.

/**
 * @returns {Promise<{ pages: string[], problems: string[] }>} the pages that were reached, and links,
 * headings and pictures that are not there
 */
export async function walkLinks() {
  const parser = new DOMParser()
  const seen = new Map()
  const problems = []
  const wanted = []
  const queue = [location.href]
  const isPage = (url) => /(?:\/|\.html)$/.test(url.pathname)

  async function read(address) {
    const response = await fetch(address)
    if (!response.ok) return undefined
    const page = parser.parseFromString(await response.text(), 'text/html')
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
    if (repeated.length) problems.push(`${address}: ids that stand twice: ${repeated.join(', ')}`)
    return { page, ids: new Set(ids) }
  }
  const addressesIn = (page) => [
    ...[...page.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')),
    ...[...page.querySelectorAll('img[src]')].map((image) => image.getAttribute('src')),
    ...[...page.querySelectorAll('link[rel=alternate]')].map((link) => link.getAttribute('href')),
  ]
  const files = new Map()
  const exists = async (address) => {
    if (!files.has(address)) files.set(address, (await fetch(address, { method: 'HEAD' })).ok)
    return files.get(address)
  }

  while (queue.length) {
    const address = queue.pop()
    if (seen.has(address)) continue
    const found = await read(address)
    seen.set(address, found)
    if (!found) continue
    for (const href of addressesIn(found.page)) {
      const url = new URL(href, address)
      if (url.origin !== location.origin) {
        if (!['https:', 'data:'].includes(url.protocol))
          problems.push(`${address}: ${href} is not https`)
        continue
      }
      const anchor = decodeURIComponent(url.hash.slice(1))
      url.hash = ''
      if (isPage(url)) {
        queue.push(url.href)
        wanted.push({ address, to: url.href, anchor })
      } else if (!(await exists(url.href))) problems.push(`${address}: ${href} is not there`)
    }
  }
  for (const { address, to, anchor } of wanted) {
    const there = seen.get(to)
    if (!there) problems.push(`${address}: ${to} is not there`)
    else if (anchor && !there.ids.has(anchor))
      problems.push(`${address}: ${to} has no heading #${anchor}`)
  }
  const pages = [...seen].filter(([, found]) => found).map(([address]) => address)
  return { pages, problems: [...new Set(problems)] }
}

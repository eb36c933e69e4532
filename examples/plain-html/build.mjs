// Copies the page and the prebuilt modules, and writes their hashes into the page. To do this by
// hand, copy `dist` and paste the table.
import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const out = new URL('./dist/', import.meta.url)
const modules = dirname(fileURLToPath(import.meta.resolve('@latchkey/cdn')))
const { files, imports } = JSON.parse(await readFile(`${modules}/integrity.json`, 'utf8'))

await rm(out, { recursive: true, force: true })
await cp(new URL('./site/', import.meta.url), out, { recursive: true })
await cp(modules, new URL('latchkey/', out), { recursive: true })

const used = ['latchkey.js', 'chains.js', 'evm.js']
const map = JSON.stringify({
  imports: {
    '@latchkey/cdn': './latchkey/latchkey.js',
    '@latchkey/cdn/chains': './latchkey/chains.js',
    '@latchkey/cdn/evm': './latchkey/evm.js',
  },
  integrity: Object.fromEntries(
    Object.entries(files).map(([name, hash]) => [`./latchkey/${name}`, hash]),
  ),
})
const first = [...new Set(used.flatMap((name) => [name, ...imports[name]]))]
const links = first
  .map((name) => `<link rel="modulepreload" href="latchkey/${name}" integrity="${files[name]}">`)
  .join('\n    ')
const page = await readFile(new URL('index.html', out), 'utf8')
await writeFile(
  new URL('index.html', out),
  page.replace(
    '<script type="importmap" src-table></script>',
    `<script type="importmap">${map}</script>\n    ${links}`,
  ),
)

/**
 * The policy of a strict host: the import map is the only inline script, and is allowed by its hash.
 */
const hash = createHash('sha256').update(map).digest('base64')
await writeFile(
  new URL('policy.txt', out),
  `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; ` +
    `img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; ` +
    `require-trusted-types-for 'script'; trusted-types 'none'`,
)

// Writes the pictures of networks and of WalletConnect into the plugins, as table.json names them: a
// drawing of @web3icons/core, and the networks that it stands for. Only the written files ship. The
// package is 81 MB on disk, so it is fetched here instead of being a dependency.
//   node tools/pictures/make.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { format, resolveConfig } from 'prettier'
import { at, readJson } from '../run/lib/paths.mjs'

const SOURCE = '@web3icons/core@4.0.56'
/** Bytes of a part, gzip: one network that few sites use does not cost much more. */
const PART_BYTES = 8_000

const HEAD = `// Written by \`node tools/pictures/make.mjs\`: change tools/pictures/table.json instead.
// Drawings of @web3icons/core 4.0.56 (MIT, by 0xa3k5; its notice is in NOTICE.md). The marks belong
// to their owners: docs/licences.md says how one is removed.
`

const camelCase = (name) =>
  name
    .replace(/^\w+\//, '')
    .toLowerCase()
    .replace(/-(\w)/g, (_, letter) => letter.toUpperCase())

/** Unpacks the icon package into a folder of its own. */
function fetchPackage(folder) {
  const name = execFileSync('npm', ['pack', SOURCE, '--silent'], { cwd: folder, encoding: 'utf8' })
  execFileSync('tar', ['xzf', name.trim()], { cwd: folder })
  return join(folder, 'package/dist/svgs')
}

/** Leaves out a clip at the edges of the drawing, which clip it anyway, and what is for editors. */
function shorten(svg) {
  const short = svg.replace(/\s*\n\s*/g, '').replace(' class="web3icons"', '')
  const clip = /<clipPath id="([\w-]+)"><path fill="#fff" d="M0 0h24v24H0z"\/><\/clipPath>/.exec(
    short,
  )
  const group = `<g clip-path="url(#${clip?.[1]})">`
  if (!clip || short.split('<g').length !== 2 || !short.includes(group)) return short
  return short
    .replace(group, '')
    .replace('</g>', '')
    .replace(clip[0], '')
    .replace('<defs></defs>', '')
}

/** Reads a drawing as the source of an `<img>`. `#` and `%` have a meaning in an address. */
async function readDrawing(svgs, name) {
  const [kind, icon] = name.split('/')
  const file = pathToFileURL(join(svgs, kind, 'background', `${icon}.svg.js`)).href
  const { default: svg } = await import(file)
  return `data:image/svg+xml,${shorten(svg).replaceAll('%', '%25').replaceAll('#', '%23')}`
}

const write = async (path, code) => {
  const filepath = at(path)
  const written = await format(`${HEAD}\n${code}`, { ...(await resolveConfig(filepath)), filepath })
  writeFileSync(filepath, written)
}

const entriesOf = ({ name, ids }, namespace) =>
  ids.map((id) => `'${namespace}:${id}': ${camelCase(name)},`)

/** A module with the pictures of these drawings. */
const moduleOf = (drawings, namespace) => `
${drawings.map(({ name, source }) => `const ${camelCase(name)} = ${JSON.stringify(source)}`).join('\n')}

/** Pictures by CAIP-2 id, each the source of an \`<img>\`. */
export const pictures: Readonly<Record<string, string>> = {
${drawings.flatMap((drawing) => entriesOf(drawing, namespace)).join('\n')}
}
`

/** Splits drawings into parts of about the same size. */
function partsOf(drawings) {
  const parts = [[]]
  for (const drawing of drawings) {
    const more = [...parts.at(-1), drawing]
    const { length } = gzipSync(moduleOf(more, ''), { level: 9 })
    if (length > PART_BYTES) parts.push([drawing])
    else parts[parts.length - 1] = more
  }
  return parts
}

const idsOf = (part) => part.flatMap(({ ids }) => ids)
const indexOf = (parts) => `
/** The other pictures in parts: chain ids, and what loads their pictures. */
export const parts: readonly (readonly [
  ids: readonly number[],
  load: () => Promise<{ pictures: Readonly<Record<string, string>> }>,
])[] = [
${parts.map((part, index) => `[[${idsOf(part)}], () => import('./part${index + 1}.js')],`).join('\n')}
]
`

async function writeAll(svgs) {
  const { eip155, ...families } = readJson(at('tools/pictures/table.json'))
  const read = (drawings) =>
    Promise.all(
      Object.entries(drawings).map(async ([name, ids]) => ({
        name,
        ids,
        source: await readDrawing(svgs, name),
      })),
    )
  for (const [namespace, { plugin, drawings }] of Object.entries(families))
    await write(
      `plugins/${plugin}/src/chain/pictures.ts`,
      moduleOf(await read(drawings), namespace),
    )
  const evm = (name) => `plugins/evm/src/pictures/${name}.ts`
  const parts = partsOf(await read(eip155.others))
  await write(evm('frequent'), moduleOf(await read(eip155.frequent), 'eip155'))
  await write(evm('parts'), indexOf(parts))
  for (const [index, part] of parts.entries())
    await write(evm(`part${index + 1}`), moduleOf(part, 'eip155'))
  const mark = await readDrawing(svgs, 'wallets/wallet-connect')
  await write(
    'plugins/walletconnect/src/icon.ts',
    `/** The mark of WalletConnect, the source of an \`<img>\`. */
export const icon = ${JSON.stringify(mark)}`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
try {
  await writeAll(fetchPackage(folder))
} finally {
  rmSync(folder, { recursive: true })
}

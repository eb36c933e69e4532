// Installs the hosts as a stranger would have them (outside the workspace, our packages from
// tarballs, by npm) and builds them. The examples are built with the bundlers that their own
// package.json files name.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { parse } from 'yaml'
import { draftIn, forgetOld, packAll, settle, temporary } from '../pack/pack.mjs'
import { run } from '../../run/lib/children.mjs'
import { Explained, say } from '../../run/lib/log.mjs'
import { at } from '../../run/lib/paths.mjs'
import { describeHosts } from './hosts.mjs'

const html = (name) =>
  '<!doctype html><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">' +
  `<div id="root"></div><script type="module" src="/${name}.jsx"></script>\n`

/** The hosts of this workspace. */
export const allHosts = () =>
  describeHosts(parse(readFileSync(at('pnpm-workspace.yaml'), 'utf8')).catalog)

/**
 * The folder of the installed hosts; kept until a tarball changes.
 * @param {ReturnType<typeof describeHosts>} hosts
 * @returns {Promise<string>}
 */
export const installHosts = async ({ names, files, ours, chosen }) => {
  const tarballs = await packAll()
  const fileOf = (name) => [name, `file:${tarballs.get(name)}`]
  const manifest = JSON.stringify({
    name: 'host',
    private: true,
    type: 'module',
    dependencies: { ...chosen, ...Object.fromEntries(ours.map(fileOf)) },
    // Our packages that these need in turn: no registry has them yet.
    overrides: Object.fromEntries([...tarballs.keys()].map(fileOf)),
  })
  const folder = temporary(
    'hosts',
    createHash('sha256').update(manifest).digest('hex').slice(0, 16),
  )
  forgetOld(temporary('hosts'))
  if (!existsSync(folder)) await installInto(folder, manifest)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  for (const name of names) writeFileSync(join(folder, `${name}.html`), html(name))
  return folder
}

const installInto = async (folder, manifest) => {
  const draft = draftIn(temporary('hosts'))
  writeFileSync(join(draft, 'package.json'), manifest)
  say('Installing a throw-away host from the tarballs (npm install) …')
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const shell = process.platform === 'win32'
  const { code, output } = await run('npm', args, { cwd: draft, quiet: true, shell })
  if (code === 0) return settle(draft, folder)
  rmSync(draft, { recursive: true, force: true })
  throw new Explained(
    `npm install of a host failed:\n${output.trim()}\n` +
      'Do the ranges in our package.json files fit each other and the registry?',
  )
}

/** React and the host's own chain definitions come into chunks of their own, which are not counted. */
const GROUPS = [
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
  {
    name: 'host-chains',
    test: /[\\/]node_modules[\\/]viem[\\/]_esm[\\/](?:chains[\\/]|utils[\\/]chain[\\/]defineChain)/,
    priority: 1,
  },
]

/**
 * @typedef {import('vite').Rolldown.OutputChunk} Chunk
 * @typedef {{ entry: string, dir: string, chunks: Chunk[] }} Built
 * @param {string} folder of the hosts
 * @param {{ name: string, entry: string, grouped: boolean }[]} jobs
 * @returns {Promise<{ built: Map<string, Built>, forget: () => void }>}
 */
export const buildHosts = async (folder, jobs) => {
  const out = mkdtempSync(join(folder, 'out-')) // of this run alone: others may use the host now
  const forget = () => rmSync(out, { recursive: true, force: true })
  const built = new Map()
  try {
    for (const { name, entry, grouped } of jobs) {
      const dir = join(out, name)
      const chunks = await buildOne(folder, dir, entry, grouped ? GROUPS : [])
      built.set(name, { entry, dir, chunks })
    }
  } catch ({ message }) {
    forget()
    throw new Explained(`A production host does not build against our packages:\n${message}`)
  }
  return { built, forget }
}

const buildOne = async (root, outDir, entry, groups) => {
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      outDir,
      rolldownOptions: {
        input: `${entry}.html`,
        ...(groups.length > 0 && { output: { codeSplitting: { groups } } }),
      },
    },
  })
  return output.filter(({ type }) => type === 'chunk')
}

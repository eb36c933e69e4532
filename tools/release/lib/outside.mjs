// A host outside the workspace: plain npm, our packages from the registry, a production build, a wallet connected in a browser.
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { serveStrict } from '../../examples/serve.mjs'
import { installExampleWallet, visitor } from '../../examples/visitor.mjs'
import { LAUNCH_ARGS, existingBrowser } from '../../run/lib/browser.mjs'
import { run } from '../../run/lib/children.mjs'
import { Explained } from '../../run/lib/log.mjs'
import { at, readJson } from '../../run/lib/paths.mjs'

const PATIENCE_MS = 60_000

async function npm(args, cwd) {
  const { code, output } = await run('npm', args, {
    cwd,
    quiet: true,
    shell: process.platform === 'win32',
  })
  if (code !== 0)
    throw new Explained(`npm ${args.join(' ')} failed:\n${output.trim().slice(-4000)}`)
}

/** The tiny host is the example that the documentation shows. */
export function makeHost(folder) {
  cpSync(at('examples/vite-react'), folder, {
    recursive: true,
    filter: (path) => !/node_modules|dist$/.test(path),
  })
}

export const installHost = (folder) =>
  npm(['install', '--no-audit', '--no-fund', '--prefer-offline'], folder)

export const buildHost = (folder) => npm(['run', 'build'], folder)

/** Versions of our packages in the host; a package that is there twice has two. */
export function installedVersions(folder, scope) {
  const found = {}
  const visit = (modules) => {
    if (!existsSync(modules)) return
    const names = readdirSync(modules).flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`)
        : [name],
    )
    for (const name of names) {
      const manifest = join(modules, name, 'package.json')
      if (name.startsWith(`${scope}/`) && existsSync(manifest))
        (found[name] ??= []).push(readJson(manifest).version)
      visit(join(modules, name, 'node_modules'))
    }
  }
  visit(join(folder, 'node_modules'))
  return found
}

/** Opens the built host under a strict policy and connects an announced wallet. */
export async function connectWallet(folder) {
  const executablePath = (await existingBrowser())?.path
  const server = await serveStrict(join(folder, 'dist'))
  const browser = await chromium.launch({
    args: LAUNCH_ARGS,
    ...(executablePath && { executablePath }),
  })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const problems = []
    page.on('pageerror', ({ message }) => problems.push(message))
    // What the page says itself explains more than a button that never came.
    const { smoke } = await import(pathToFileURL(at('examples/vite-react/smoke.mjs')).href)
    await page.addInitScript(installExampleWallet)
    await smoke({ page, url: server.url, visitor: visitor(page) }).catch((error) =>
      problems.push(error.message),
    )
    if (problems.length > 0) throw new Explained(`the page complained: ${problems.join(' | ')}`)
  } finally {
    await browser.close()
    await server.close()
  }
}

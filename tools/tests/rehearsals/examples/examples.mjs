// The examples, and the walk through the page of one.
import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { at } from '../../../run/lib/paths.mjs'
import { serve } from '../lib/serve.mjs'
import { walkApp } from './walkApp.mjs'
import { visitPage } from './page.mjs'
import { signInOverHttp, signText } from './signIn.mjs'
import { demandDrawn, demandPolicy, installExampleWallet, visitor } from './visitor.mjs'

/** Examples whose toolchains want versions of their own: `pnpm examples --all` runs them. */
export const FRAMEWORKS = [
  'solid',
  'astro',
  'sveltekit',
  'nuxt',
  'tanstack-start',
  'angular',
  'expo',
]

/** The names of the examples that can be walked through. @returns {string[]} */
export const knownExamples = () =>
  readdirSync(at('examples')).filter((name) => existsSync(at('examples', name, 'smoke.mjs')))

/**
 * Starts an example that is built, and walks through it.
 * @param {string} name
 * @param {string} folder of its copy
 * @param {import('playwright').Browser} browser
 */
export async function visitExample(name, folder, browser) {
  if (name === 'expo') return walkApp(name, folder)
  const { smoke } = await import(pathToFileURL(at('examples', name, 'smoke.mjs')).href)
  const { url, close } = await serve(folder, () => ['run', 'start'])
  try {
    await visitPage(browser, url, async (page, expectProblems) => {
      await page.addInitScript(installExampleWallet)
      const checks = { demandDrawn, demandPolicy, signInOverHttp, signText, expectProblems }
      await smoke({ page, url, visitor: visitor(page), ...checks })
    })
  } finally {
    await close()
  }
}

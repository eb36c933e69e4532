// The browsers' programs, where they are installed. Imports nothing that has to be installed
// itself.
import { findProgram } from '../../run/lib/paths.mjs'

const miniBrowsers = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].flatMap((folder) =>
  ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/${folder}/MiniBrowser`),
)

export const findFirefox = () => findProgram(['firefox-esr', 'firefox'])

/**
 * @returns {{ driver: string, browser: string, screen: string } | undefined} `screen`: a display
 * that nobody sees
 */
export function findWebKit() {
  const [driver, browser, screen] = [['WebKitWebDriver'], miniBrowsers, ['Xvfb']].map(findProgram)
  return driver && browser && screen ? { driver, browser, screen } : undefined
}

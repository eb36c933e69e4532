// The browsers' programs, where they are installed. Imports nothing that has to be installed
// itself.
import { findProgram } from '../../run/lib/paths.mjs'

const miniBrowsers = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].flatMap((folder) =>
  ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/${folder}/MiniBrowser`),
)

export const findFirefox = () => findProgram(['firefox-esr', 'firefox'])

/**
 * @returns {{ driver: string, browser: string, screen: string, manager: string } | undefined}
 * `screen`: a display that nobody sees. `manager`: of its windows; without one none has the focus.
 */
export function findWebKit() {
  const names = [['WebKitWebDriver'], miniBrowsers, ['Xvfb'], ['openbox']]
  const [driver, browser, screen, manager] = names.map(findProgram)
  return driver && browser && screen && manager ? { driver, browser, screen, manager } : undefined
}

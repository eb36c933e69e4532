// The browsers' programs, where they are installed. Imports nothing that has to be installed itself.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const find = (...names) =>
  names
    .flatMap((name) =>
      name.startsWith('/')
        ? [name]
        : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)),
    )
    .find((path) => existsSync(path))
const miniBrowsers = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].flatMap((folder) =>
  ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/${folder}/MiniBrowser`),
)

export const findFirefox = () => find('firefox-esr', 'firefox')

/** @returns {{ driver: string, browser: string, screen: string } | undefined} `screen`: a display that nobody sees */
export function findWebKit() {
  const [driver, browser, screen] = [find('WebKitWebDriver'), find(...miniBrowsers), find('Xvfb')]
  return driver && browser && screen ? { driver, browser, screen } : undefined
}

// Settings of a build of the site: under which path it will stand, and which other versions there are.
import { at, readJson } from '../../../tools/run/lib/paths.mjs'

/** With a slash at both ends. */
export const base = (process.env.LATCHKEY_SITE_BASE ?? '/')
  .replace(/\/*$/, '/')
  .replace(/^\/*/, '/')
export const outDir = at('apps/docs/dist')
/** The styles of code, a file of its own. */
export const CODE_CSS = 'assets/code.css'

/** All packages have versions of their own; the site is that of the kernel. @returns {string} */
export const version = () => readJson(at('packages/kernel/package.json')).version

const link = (text, href) => ({ component: 'VersionLink', props: { text, href } })
/**
 * The menu of versions. The newest stands at `/`, and each earlier one in a folder of its own, which
 * `versions.json` lists.
 */
export function versionMenu(current = version(), here = base) {
  const { earlier } = readJson(at('apps/docs/versions.json'))
  const others = earlier.filter(({ path }) => path !== here)
  return {
    text: current,
    items: [
      ...(here === '/' ? [] : [link('Newest', '/')]),
      ...others.map(({ version: name, path }) => link(name, path)),
      { text: 'Versions and support', link: '/versions.html' },
      { text: 'How this site has versions', link: '/site.html#versions' },
    ],
  }
}

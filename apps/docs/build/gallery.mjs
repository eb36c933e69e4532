// The gallery: every view in every look, from the pictures that `pnpm gallery` left. The site's build
// takes those that are there, and says how to make them where there are none.
import { closeSync, existsSync, openSync, readSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../../../tools/run/lib/paths.mjs'

const COMMAND = 'npx pnpm@12.21.0 gallery'
/** The looks in which a scene is photographed, and what each is. */
const LOOKS = {
  dark: 'dark',
  light: 'light',
  arabic: 'Arabic, right to left',
  forced: 'forced colours',
  phone: 'on a phone',
}

/**
 * Width and height of a PNG, from its head.
 * @param {string} file
 */
export function sizeOf(file) {
  const head = Buffer.alloc(24)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, head, 0, head.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/**
 * @typedef {{ scene: string, look: string, file: string, width: number, height: number }} Picture
 * @param {string} folder
 * @returns {Picture[]} `Connect-list.dark.png` is the scene "Connect-list" in the look "dark"
 */
export function picturesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, scene, look] = /^(.+)\.([a-z]+)\.png$/.exec(file) ?? []
      return scene && LOOKS[look] ? [{ scene, look, file, ...sizeOf(join(folder, file)) }] : []
    })
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const words = (scene) => scene.replaceAll('-', ' ')
const place = ({ look }) => Object.keys(LOOKS).indexOf(look)
const sceneText = (scene, pictures) => {
  const shown = pictures
    .toSorted((a, b) => place(a) - place(b))
    .map(({ look, file, width, height }) => {
      const alt = escaped(`${words(scene)}, ${LOOKS[look]}`)
      const source = `src="/gallery/${encodeURIComponent(file)}" width="${width}" height="${height}"`
      const image = `<img ${source} alt="${alt}" loading="lazy">`
      return `<figure>${image}<figcaption>${LOOKS[look]}</figcaption></figure>`
    })
  return `## ${words(scene)}\n\n<div class="gallery">\n${shown.join('\n')}\n</div>`
}

/**
 * @param {string} [folder] of the pictures
 * @returns {import('./pages.mjs').Page & { pictures: string[] }} with the files to copy
 */
export function galleryPage(folder = at('test-results/gallery')) {
  const pictures = picturesIn(folder)
  const scenes = [...new Set(pictures.map(({ scene }) => scene))]
  const looks = Object.values(LOOKS).join(', ')
  const body = scenes.length
    ? `${scenes.length} views, ${pictures.length} pictures.\n\n${scenes
        .map((scene) =>
          sceneText(
            scene,
            pictures.filter((one) => one.scene === scene),
          ),
        )
        .join('\n\n')}`
    : `This copy of the site was built without pictures. Run \`${COMMAND}\`, then build the site again.`
  return {
    path: 'gallery.md',
    from: COMMAND,
    pictures: pictures.map(({ file }) => join(folder, file)),
    text: `# Gallery

Every view of the modal in every look: ${looks}.
\`${COMMAND}\` takes the pictures in a real browser, under a strict policy; nobody draws them.

${body}
`,
  }
}

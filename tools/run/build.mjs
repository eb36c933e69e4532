// `npm run build`: what has changed, in order. Paths may be named: `npm run build --
// packages/kernel`.
import { build } from './lib/build.mjs'
import { fail } from './lib/log.mjs'

const wanted = process.argv.slice(2)

await build(wanted.length > 0 ? (path) => wanted.includes(path) : undefined).catch(fail)

// `npm run build`: what has changed, in order. Paths may be named: `npm run build -- packages/kernel`.
import { build } from './lib/build.mjs'
import { Explained } from './lib/log.mjs'

const wanted = process.argv.slice(2)

build(wanted.length > 0 ? (path) => wanted.includes(path) : undefined).catch((error) => {
  process.stderr.write(`${error instanceof Explained ? error.message : error.stack}\n`)
  process.exitCode = 1
})

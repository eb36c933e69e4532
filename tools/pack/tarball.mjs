// Reads a packed package without unpacking it to disk.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const BLOCK = 512
const text = (block, from, length) => block.toString('utf8', from, from + length).split('\0')[0]

/**
 * The regular files of a tarball, by their path in the package.
 * @param {string} file
 * @returns {Map<string, Buffer>}
 */
export const readTarball = (file) => {
  const bytes = gunzipSync(readFileSync(file))
  const files = new Map()
  let longName
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const header = bytes.subarray(at, at + BLOCK)
    const size = parseInt(text(header, 124, 12), 8) || 0
    const body = bytes.subarray(at + BLOCK, at + BLOCK + size)
    const type = String.fromCharCode(header[156])
    if (type === 'x') longName = /\d+ path=(.*)\n/.exec(body.toString('utf8'))?.[1]
    else if (type === '0' || type === '\0') {
      const name =
        longName ?? [text(header, 345, 155), text(header, 0, 100)].filter(Boolean).join('/')
      files.set(name.replace(/^package\//, ''), body)
      longName = undefined
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

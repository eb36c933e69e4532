import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Streams } from './streams.js'

/** An empty folder for the length of a test. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey create '))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every file below a folder, with slashes. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

export const textOf = (folder: string, path: string): Promise<string> =>
  readFile(join(folder, ...path.split('/')), 'utf8')

/** Streams with a terminal that types an answer after each question, or without one. */
export function fakeStreams(
  answers?: readonly string[],
): Streams & { said(): string; complained(): string } {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const typed = [...(answers ?? [])]
  let [out, err] = ['', '']
  stdout.on('data', (data: Buffer) => {
    out += data.toString()
    if (!/: $/.test(data.toString())) return
    const next = typed.shift()
    if (next === undefined) stdin.end()
    else stdin.write(`${next}\n`)
  })
  return {
    stdin: Object.assign(stdin, { isTTY: answers !== undefined }),
    stdout,
    stderr: { write: (text: string) => (err += text) },
    said: () => out,
    complained: () => err,
  }
}

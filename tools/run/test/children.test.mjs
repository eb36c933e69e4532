import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { run } from '../lib/children.mjs'

const CHILDREN = new URL('../lib/children.mjs', import.meta.url).href
const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const until = async (question) => {
  while (!question()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/**
 * A program that starts a child, which starts a grandchild that ignores SIGTERM; both pids are
 * written to a file. The file is there only once it is whole: the child may be killed while it writes.
 */
function family(folder, ending) {
  const pids = join(folder, 'pids')
  const grandchild = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
  const child = `
    const { spawn } = require('node:child_process')
    const grand = spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}])
    const { renameSync, writeFileSync } = require('node:fs')
    writeFileSync(${JSON.stringify(`${pids}.new`)}, process.pid + ' ' + grand.pid)
    renameSync(${JSON.stringify(`${pids}.new`)}, ${JSON.stringify(pids)})
    setInterval(() => {}, 1000)`
  writeFileSync(
    join(folder, 'main.mjs'),
    `
    import { start } from ${JSON.stringify(CHILDREN)}
    start(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' })
    ${ending}`,
  )
  return {
    main: join(folder, 'main.mjs'),
    pids: () => {
      try {
        return readFileSync(pids, 'utf8').split(' ').map(Number)
      } catch {
        return []
      }
    },
  }
}

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-run-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

describe.skipIf(process.platform === 'win32')('child processes', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'Child processes and their children end when %s ends the parent',
    async (signal) => {
      const { main, pids } = family(folder(), 'setInterval(() => {}, 1000)')
      const parent = spawn(process.execPath, [main], { stdio: 'ignore' })
      await until(() => pids().length === 2)
      const ended = new Promise((resolve) => parent.once('exit', resolve))
      parent.kill(signal)
      expect(await ended).toBeGreaterThan(128)
      await until(() => !pids().some(isAlive))
      expect(pids().filter(isAlive)).toEqual([])
    },
  )

  it('Child processes and their children end when the parent ends by itself', async () => {
    const path = folder()
    // The program ends only when its child and grandchild run.
    const { main, pids } = family(
      path,
      `const { existsSync } = await import('node:fs')
      setInterval(() => existsSync(${JSON.stringify(join(path, 'pids'))}) && process.exit(3), 20)`,
    )
    expect((await run(process.execPath, [main])).code).toBe(3)
    await until(() => !pids().some(isAlive))
    expect(pids()).toHaveLength(2)
  })

  it('A process that a child leaves behind ends with the child', async () => {
    const program = `
      const { spawn } = require('node:child_process')
      const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      console.log(left.pid)
      left.unref()`
    const { output } = await run(process.execPath, ['-e', program], { quiet: true })
    await until(() => !isAlive(Number(output)))
    expect(Number(output)).toBeGreaterThan(0)
  })
})

describe('run', () => {
  it('run() collects the output and the exit code', async () => {
    expect(
      await run(
        process.execPath,
        ['-e', 'console.log("out"); console.error("err"); process.exit(2)'],
        { quiet: true },
      ),
    ).toMatchObject({
      code: 2,
      output: expect.stringMatching(/out[\s\S]*err|err[\s\S]*out/),
      silent: false,
    })
  })

  it('run() ends a command that takes too long', async () => {
    expect(
      await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { timeout: 100 }),
    ).toMatchObject({ code: 1 })
  })

  it('run() says when a command does not exist', async () => {
    expect(await run('latchkey-no-such-command', [], { quiet: true })).toMatchObject({
      code: 127,
      output: expect.stringContaining('ENOENT'),
    })
  })
})

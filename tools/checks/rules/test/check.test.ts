import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repositoryFiles } from '../fixtures/repository.mjs'

const CHECK = fileURLToPath(new URL('../check.mjs', import.meta.url))

interface Results {
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

describe('tools/checks/rules/check.mjs', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'latchkey-rules-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const run = async (files: Record<string, string> = {}) => {
    for (const [path, text] of Object.entries<string>(repositoryFiles(files))) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    const json = join(root, 'results', 'rules.json')
    const { code, output } = await new Promise<{ code: number; output: string }>((done) => {
      execFile(
        process.execPath,
        [CHECK, '--root', root, '--json', json],
        (error, stdout, stderr) => {
          done({ code: Number(error?.code ?? 0), output: stdout + stderr })
        },
      )
    })
    const results = JSON.parse(await readFile(json, 'utf8')) as Results
    return {
      code,
      output,
      assertions: results.testResults.flatMap((suite) => suite.assertionResults),
    }
  }

  it('The check ends with 0 and one passed assertion for each rule where the repository keeps them all', async () => {
    const { code, output, assertions } = await run()
    expect(output).toContain('12 of 12 rules hold')
    expect(code).toBe(0)
    expect(assertions.map(({ status }) => status)).toEqual(
      Array.from({ length: 12 }, () => 'passed'),
    )
  })

  it('The check ends with 1 and names rule, place and remedy where a rule is broken', async () => {
    const { code, output, assertions } = await run({
      'packages/kernel/src/index.ts': '\nimport "react"\nimport("./late/index.ts")',
    })
    expect(code).toBe(1)
    expect(output).toMatch(/FAIL {2}kernel-ports/)
    expect(output).toContain('packages/kernel/src/index.ts:2')
    expect(output).toContain('mend:')
    expect(
      assertions
        .filter(({ status }) => status === 'failed')
        .map(({ title }) => title.split(':')[0]),
    ).toEqual(['kernel-ports'])
  })
})

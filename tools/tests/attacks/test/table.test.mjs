import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attackFiles, projectOf } from '../files.mjs'
import { rowsOf, table, verdict } from '../table.mjs'

const meta = (attack) => ({
  attack: {
    attack: 'a flood',
    tries: 10_000,
    wanted: 'all refused',
    seen: '10,000 refused',
    ...attack,
  },
})
const report = (...assertionResults) => ({
  testResults: [{ name: '/x/a.attacks.test.ts', assertionResults }],
})
const passed = (attack) => ({ title: 'a test', status: 'passed', meta: meta(attack) })

describe('the rows of attacks', () => {
  it('The rows of attacks come from the meta of tests; other tests have none', () => {
    expect(
      rowsOf(
        report(
          passed(),
          { title: 'is set up', status: 'passed', meta: {} },
          { title: 'is set up too', status: 'passed' },
        ),
        (path) => path.slice(3),
      ),
    ).toEqual([
      {
        file: 'a.attacks.test.ts',
        attack: 'a flood',
        tries: 10_000,
        wanted: 'all refused',
        seen: '10,000 refused',
        held: true,
      },
    ])
  })

  it('The row of a failed attack has its figure and its message', () => {
    const failed = {
      title: 'a test',
      status: 'failed',
      meta: meta({ seen: '3 let in' }),
      failureMessages: ['AssertionError: expected 3\nto be 0'],
    }
    expect(rowsOf(report(failed))).toMatchObject([
      { attack: 'a flood', seen: '3 let in; AssertionError: expected 3 to be 0', held: false },
    ])
  })

  it('An attack that failed before it could report has a row', () => {
    const rows = rowsOf(
      report({
        title: 'refuses a flood',
        status: 'failed',
        meta: {},
        failureMessages: ['Error: heap'],
      }),
    )
    expect(rows).toMatchObject([
      { attack: 'refuses a flood', tries: undefined, seen: 'Error: heap', held: false },
    ])
    expect(table(rows)).toContain('NOT HELD')
  })

  it('An empty report has no rows', () => expect(rowsOf({})).toEqual([]))
})

describe('the verdict', () => {
  const rows = rowsOf(report(passed()))
  const file = '/x/a.attacks.test.ts'
  it('The verdict is good where every file reported and every attack held', () =>
    expect(verdict(rows, [file])).toEqual({ problems: [], held: 1 }))
  it.each([
    ['an attack that did not hold', [{ ...rows[0], held: false }], [file], 'did not hold'],
    [
      'a file that reported nothing',
      rows,
      [file, 'b.attacks.test.ts'],
      'b.attacks.test.ts reported no attack',
    ],
    ['an attack that was not tried', [{ ...rows[0], tries: 0 }], [file], 'how often'],
    [
      'an attack whose tries are not a number',
      [{ ...rows[0], tries: Number.NaN }],
      [file],
      'how often',
    ],
    [
      'an attack that says nothing of what it saw',
      [{ ...rows[0], seen: ' ' }],
      [file],
      'what it saw',
    ],
  ])('The verdict names %s', (_, all, files, words) =>
    expect(verdict(all, files).problems).toEqual([expect.stringContaining(words)]),
  )
})

it('The table has aligned columns and one line for each attack, whatever the words are', () => {
  const rows = rowsOf(
    report(passed(), passed({ attack: 'one | of\ntwo lines', tries: 7, seen: 'x' })),
  )
  expect(table(rows).split('\n')).toEqual([
    '| attack              |  tries | wanted      | seen           |      |',
    '| ------------------- | -----: | ----------- | -------------- | ---- |',
    '| a flood             | 10,000 | all refused | 10,000 refused | held |',
    '| one \\| of two lines |      7 | all refused | x              | held |',
  ])
})

describe('the files of attacks', () => {
  it('Files of attacks are found by their names, each once, with the project that runs them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-attack-files-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const names = [
      'src/a.attacks.test.ts',
      'test/b.attacks.redis.test.ts',
      'test/c.attacks.browser.test.tsx',
      'test/d.test.ts',
      'node_modules/e.attacks.test.ts',
      'src/attacks.ts',
    ]
    for (const name of names) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), '')
    }
    const found = attackFiles([folder, join(folder, 'src')], folder)
    expect(found).toEqual([
      'src/a.attacks.test.ts',
      'test/b.attacks.redis.test.ts',
      'test/c.attacks.browser.test.tsx',
    ])
    expect(found.map(projectOf)).toEqual(['unit', 'redis', 'browser'])
  })

  it('This repository has files of attacks', () =>
    expect(attackFiles()).toContain('packages/kernel/test/storage.attacks.test.ts'))
})

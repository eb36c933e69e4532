// Instructions that hand something over, with further bytes and accounts that their programs do not
// read.
import { createRandom } from '@latchkey/plugin-testkit'
import { expect, it } from 'vitest'
import { corpus } from './corpus.js'

const TRIES = process.env['LATCHKEY_SOAK'] ? 20_000 : 1_000
const ME = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const OTHER = 'So11111111111111111111111111111111111111112'

it(`${TRIES} instructions that hand something over are named with a warning, whatever is appended`, async ({
  task,
}) => {
  const given = corpus.cases.flatMap(({ request, says }) => {
    const { steps } = request as {
      steps?: readonly {
        program: string
        what: string
        data: readonly number[]
        accounts: readonly string[]
      }[]
    }
    const [only, ...more] = steps ?? []
    return only &&
      !more.length &&
      says.warnings.some((warning) => /authority|approval|unlimited/.test(warning)) &&
      /^(1111|Token)/.test(only.program)
      ? [{ only, says }]
      : []
  })
  expect(given.length).toBeGreaterThan(8)
  let silent = 0
  for (let run = 0; run < TRIES; run++) {
    const random = createRandom(run)
    const { only, says } = random.pick(given)
    const [bytes, accounts] = random.pick([
      [1 + random.below(30), 0],
      [0, 1 + random.below(4)],
      [1 + random.below(30), 1 + random.below(4)],
    ] as const)
    const step = {
      ...only,
      data: [...only.data, ...random.bytes(bytes)],
      accounts: [
        ...only.accounts,
        ...Array.from({ length: accounts }, () => random.pick([ME, OTHER])),
      ],
    }
    const told = await corpus.describe({ steps: [step] })
    silent += Number(
      told?.title !== says.title ||
        told.complete ||
        !says.warnings.every((warning) => told.rows.some((row) => row.warning === warning)),
    )
  }
  task.meta.attack = {
    attack:
      'a Solana instruction that hands something over, with a rest that its program does not read',
    tries: TRIES,
    wanted: 'each named and warned of, 0 complete',
    seen: `${silent} not`,
  }
  expect(silent).toBe(0)
})

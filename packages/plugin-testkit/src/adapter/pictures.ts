import type { Caip2 } from '@latchkey/plugin-api'
import { demand, rules, settled, show } from '../check.js'
import { loaded, type AdapterSubject, type Loaded } from './subject.js'

/** Characters of a picture: some 75 kB of it, far more than a mark of 32 x 32 needs. */
const MAX_LENGTH = 100_000

/** Asks for a picture as the modal does, and checks that it can be drawn without a server. */
async function demandDrawable({ adapter, world }: Loaded, network: Caip2): Promise<void> {
  const before = world.ledger.acts.length
  const outcome = await settled('picture', async () => adapter.picture?.(network))
  demand('value' in outcome, `picture(${show(network)}) threw`)
  const { value } = outcome
  demand(
    value === undefined || /^data:image\//i.test(String(value)),
    `picture(${show(network)}) answered ${show(value)}: expected data:image/..., or undefined`,
  )
  demand(
    String(value).length <= MAX_LENGTH,
    `picture(${show(network)}) has more than ${MAX_LENGTH} characters`,
  )
  const out = world.ledger.acts
    .slice(before)
    .filter(({ kind }) => kind === 'fetch' || kind === 'socket')
  demand(!out.length, `picture(${show(network)}) asked ${out.map(({ what }) => what).join(', ')}`)
}

export const pictureChecks = rules<AdapterSubject>('pictures', {
  'draws its networks without asking a server': loaded(async (on) => {
    for (const { id } of on.networks) await demandDrawable(on, id)
  }),
  'draws nothing of a network that it does not know, and does not throw': loaded(async (on) => {
    const unknown: Caip2 = `${on.options.namespace}:nobody-knows-this-one`
    await demandDrawable(on, unknown)
    const outcome = await settled('picture', async () => on.adapter.picture?.(unknown))
    demand(
      'value' in outcome && outcome.value === undefined,
      `picture(${show(unknown)}) answered a picture`,
    )
  }),
})

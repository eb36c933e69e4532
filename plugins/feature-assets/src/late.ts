import { createToken, type AccountFieldHolder } from '@latchkey/plugin-api'
import type { Engine } from './createAssets.js'
import { english } from './messages.js'
import type { AssetsSetup } from './services.js'
import { translations } from './translations.js'
import { inlineViews, panelViews } from './views.js'

export interface Late extends Engine {
  /** Loads the component of a tab. */
  draw<Name extends keyof typeof inlineViews>(name: Name): ReturnType<(typeof inlineViews)[Name]>
}

/** Holds the tokens, without hidden ones and spam, as a field of the account view of their account. */
const holdTokens = ({ ctx, slice }: AssetsSetup): unknown =>
  ctx.points.add(createToken<AccountFieldHolder>('account.fields'), {
    id: 'assets',
    fields: {
      tokenBalance({ account, network }) {
        const { at, owner, tokens } = slice.get()
        const isTheirs = owner?.address === account?.address && owner?.network === network?.id
        return account && isTheirs && at !== undefined
          ? tokens.filter(({ isHidden, spam }) => !isHidden && !spam)
          : undefined
      },
    },
    subscribe: slice.subscribe,
  })

/** Everything that waits until tokens or NFTs are wanted: texts, views, the reading itself. */
export async function startLate(setup: AssetsSetup): Promise<Late> {
  // Apart from this file: what the views share with it is a file of its own then.
  const { createAssets } = await import('./createAssets.js')
  const { ctx } = setup
  ctx.messages.add({ en: english, ...translations })
  for (const view of panelViews) ctx.views.add(view)
  holdTokens(setup)
  return {
    ...createAssets(setup),
    draw: (name) => inlineViews[name]() as ReturnType<(typeof inlineViews)[typeof name]>,
  }
}

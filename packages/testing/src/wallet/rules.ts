import type { WalletCore } from './core.js'
import type { PromptAnswer } from './prompts.js'
import type { ChainWalletRule, WalletRule } from './types.js'

/** A chain id that no public chain has, and no site configures. */
export const STRANGE_CHAIN_ID = 0x7fff_fffe

export const answerBy: Readonly<Record<WalletRule, PromptAnswer>> = {
  approve: 'approve',
  reject: 'reject',
  silent: 'wait',
  locked: 'wait',
  wrongNetwork: 'approve',
}

/** @throws where a rule is one of EVM wallets alone */
export function demandChainRule(rule: WalletRule): ChainWalletRule {
  if (rule === 'locked' || rule === 'wrongNetwork')
    throw new Error(
      `The rule '${rule}' is one of EVM wallets: a wallet of another family can approve, reject or be silent. ` +
        "Begin with one of these, and call wallet.follow('" +
        rule +
        "') for the EVM wallet.",
    )
  return rule
}

/** Has a wallet behave by a rule from now on. */
export function follow(core: WalletCore, rule: WalletRule): void {
  const first = core.options.chains[0]
  if (rule === 'wrongNetwork') core.setChain(STRANGE_CHAIN_ID)
  else if (core.chainId === STRANGE_CHAIN_ID && first) core.setChain(first.id)
  core.setLocked(rule === 'locked')
  core.prompts.setAnswer(answerBy[rule])
}

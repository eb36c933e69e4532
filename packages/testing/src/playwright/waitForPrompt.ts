import type { Prompt, PromptKind } from '../wallet/types.js'

export const PROMPT_LIMIT_MS = 5000
const POLL_MS = 15

interface Asked {
  pending: readonly Prompt[]
  requests: readonly { method: string }[]
}

/**
 * The front prompt (of this kind), as soon as there is one.
 * @throws after 5 s, with what the wallet was sent
 */
export async function waitForPrompt(
  read: () => Asked | Promise<Asked>,
  kind: PromptKind | undefined,
): Promise<Prompt> {
  const end = Date.now() + PROMPT_LIMIT_MS
  while (Date.now() < end) {
    const found = (await read()).pending.find((one) => !kind || one.kind === kind)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const seen = (await read()).requests.map(({ method }) => method).join(', ')
  throw new Error(
    `The wallet did not ask${kind ? ` for "${kind}"` : ''} within ${PROMPT_LIMIT_MS / 1000} s. ` +
      `It was sent: ${seen || 'nothing'}.`,
  )
}

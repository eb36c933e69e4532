import { byProvider, isProvider, type ProviderParts } from './providers.js'

/** Has the person sign in once more by one of their providers. Another person there changes nothing. */
export async function confirmByProvider(parts: ProviderParts): Promise<void> {
  const { screens, session } = parts
  const { texts } = screens
  const providers = (session.user()?.signIns ?? []).filter(isProvider)
  await screens.tried(async (error) => {
    const result = await byProvider(parts, providers, {
      title: texts['confirm.title'],
      texts: [texts['confirm.whyProvider']],
      error,
    })
    await session.confirmSocial(result)
  })
}

import type { ViewDefinition } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'
import type { NamesOwner } from './owner/api.js'

/** The components of the two views, which `plugin.ts` registers: a host may open them before this half. */
export const drawViews = {
  RegisterAccountName: () =>
    import('./react/RegisterForm.js').then((module) => module.RegisterForm),
  RegisterAccountNameSuccess: () =>
    import('./react/Registered.js').then((module) => module.Registered),
}

/** The views of an owner. They are drawn once the form, which knows the offer, and the changes are loaded. */
export const ownerViews = (
  owner: () => Promise<NamesOwner>,
): readonly ViewDefinition<'names.details' | 'names.giveUp'>[] => [
  {
    id: 'names.details',
    title: 'names.detailsTitle',
    render: {
      react: async () => {
        const [{ createDetails }, made] = await Promise.all([import('./react/Details.js'), owner()])
        return createDetails(made)
      },
    },
  },
  {
    id: 'names.giveUp',
    title: 'names.giveUp',
    render: {
      react: async () => {
        const [{ createGiveUp }, made] = await Promise.all([import('./react/GiveUp.js'), owner()])
        return createGiveUp(made)
      },
    },
  },
]

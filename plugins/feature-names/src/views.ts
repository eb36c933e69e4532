import type {} from '@latchkey/ui-react/kit'

/** The components of the two views, which `plugin.ts` registers: a host may open them before this half. */
export const drawViews = {
  RegisterAccountName: () =>
    import('./react/RegisterForm.js').then((module) => module.RegisterForm),
  RegisterAccountNameSuccess: () =>
    import('./react/Registered.js').then((module) => module.Registered),
}

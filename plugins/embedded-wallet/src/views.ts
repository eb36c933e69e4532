import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'
import type { EmbeddedContext, Settings } from './options.js'

const isOn = (feature: boolean | readonly string[] | undefined): boolean =>
  Array.isArray(feature) ? feature.length > 0 : !!feature

/** The ways to sign in. Where both are drawn, they come by one request. */
function addWays({ views, remoteFeatures }: EmbeddedContext, { email, socials }: Settings): void {
  const areBoth = (): boolean => {
    const remote = remoteFeatures.get()
    return email && socials.length > 0 && isOn(remote['email']) && isOn(remote['socials'])
  }
  views.add(
    defineView({
      id: 'embedded.email',
      title: 'embedded.emailTitle',
      presentation: 'inline',
      render: {
        react: async () => {
          if (areBoth()) return (await import('./react/Panels.js')).EmailForm
          return (await import('./react/EmailForm.js')).EmailForm
        },
      },
    }),
  )
  views.add(
    defineView({
      id: 'embedded.socials',
      title: 'embedded.socialTitle',
      presentation: 'inline',
      render: {
        react: async () => {
          if (areBoth()) return (await import('./react/Panels.js')).Socials
          return (await import('./react/Socials.js')).Socials
        },
      },
    }),
  )
  views.add(
    defineView({
      id: 'EmailLogin',
      title: 'embedded.emailTitle',
      role: 'connect',
      render: {
        react: async () => {
          if (areBoth()) return (await import('./react/Panels.js')).SignIn
          return (await import('./react/EmailForm.js')).EmailLogin
        },
      },
    }),
  )
}

function addSteps({ views }: EmbeddedContext): void {
  views.add(
    defineView({
      id: 'embedded.code',
      title: 'embedded.codeTitle',
      role: 'connect',
      render: { react: () => import('./react/CodeView.js').then((module) => module.CodeView) },
    }),
  )
  views.add(
    defineView({
      id: 'embedded.device',
      title: 'embedded.deviceTitle',
      role: 'connect',
      render: { react: () => import('./react/DeviceView.js').then((module) => module.DeviceView) },
    }),
  )
  views.add(
    defineView({
      id: 'embedded.social',
      title: 'embedded.socialTitle',
      role: 'connect',
      render: { react: () => import('./react/SocialView.js').then((module) => module.SocialView) },
    }),
  )
  views.add(
    defineView({
      id: 'ConnectingFarcaster',
      title: 'embedded.socialTitle',
      role: 'connect',
      render: {
        react: () => import('./react/FarcasterView.js').then((module) => module.FarcasterView),
      },
    }),
  )
}

function addAccount({ views }: EmbeddedContext): void {
  views.add(
    defineView({
      id: 'ApproveTransaction',
      // The frame shows requests here, and what a signature needs before: a recovery, an opened wallet.
      title: 'embedded.frameTitle',
      render: {
        react: () => import('./react/ApproveView.js').then((module) => module.ApproveView),
      },
    }),
  )
  views.add(
    defineView({
      id: 'embedded.accountType',
      title: 'embedded.accountTypeTitle',
      render: {
        react: () => import('./react/AccountType.js').then((module) => module.AccountType),
      },
    }),
  )
  views.add(
    defineView({
      id: 'embedded.security',
      title: 'embedded.securityTitle',
      render: {
        react: () => import('./react/SecurityView.js').then((module) => module.SecurityView),
      },
    }),
  )
  views.add(
    defineView({
      id: 'UpdateEmailWallet',
      title: 'embedded.changeTitle',
      render: {
        react: () => import('./react/UpdateEmail.js').then((module) => module.UpdateEmail),
      },
    }),
  )
}

/** The views of sign-in and account. Each component is fetched when its view is shown. */
export function addViews(ctx: EmbeddedContext, settings: Settings): void {
  addWays(ctx, settings)
  addSteps(ctx)
  addAccount(ctx)
}

import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'
import type { EmbeddedContext } from './options.js'

/** The views of sign-in and approval. Each component is fetched when its view is shown. */
export function addViews({ views }: EmbeddedContext): void {
  views.add(
    defineView({
      id: 'embedded.email',
      title: 'embedded.emailTitle',
      presentation: 'inline',
      render: { react: () => import('./react/EmailForm.js').then((module) => module.EmailForm) },
    }),
  )
  views.add(
    defineView({
      id: 'EmailLogin',
      title: 'embedded.emailTitle',
      role: 'connect',
      render: { react: () => import('./react/EmailForm.js').then((module) => module.EmailLogin) },
    }),
  )
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
      id: 'embedded.security',
      title: 'embedded.securityTitle',
      render: {
        react: () => import('./react/SecurityView.js').then((module) => module.SecurityView),
      },
    }),
  )
}

import type { NamesContext } from '../options.js'

const FORM = 'RegisterAccountName'
const SUCCESS = 'RegisterAccountNameSuccess'
/** The view of a wallet in which the visitor approves a signature. */
const APPROVAL = 'ApproveTransaction'

type Screens = Pick<NamesContext, 'modal' | 'router' | 'toasts' | 'messages'>

/** Leaves the wallet's own view, where it is still on top. */
function leaveApproval({ router }: Screens): void {
  const views = router.get().map(({ view }) => view)
  if (views.at(-1) !== APPROVAL) return
  if (views.at(-2) === FORM) router.back()
  else router.replace(FORM)
}

/** Shows the form again, unless the visitor went elsewhere meanwhile. */
export function showForm(ctx: Screens): void {
  if (ctx.modal.get().open) leaveApproval(ctx)
}

/** Puts the view of the success in place of the form. A visitor who went elsewhere is told by a toast. */
export function showSuccess(ctx: Screens, name: string): void {
  const { modal, router, toasts, messages } = ctx
  if (modal.get().open) leaveApproval(ctx)
  if (modal.get().open && router.get().at(-1)?.view === FORM) return router.replace(SUCCESS)
  toasts.show({ message: messages.text('names.isYours', { name }), variant: 'success' })
}

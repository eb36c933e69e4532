import type { NamesContext } from '../options.js'

/** A view in which the visitor asks the wallet for a signature. */
export type AskingView =
  | { view: 'RegisterAccountName'; params?: undefined }
  | { view: 'names.details' | 'names.giveUp'; params: { name: string } }

const FORM: AskingView = { view: 'RegisterAccountName' }
const SUCCESS = 'RegisterAccountNameSuccess'
/** The view of a wallet in which the visitor approves a signature. */
const APPROVAL = 'ApproveTransaction'

type Screens = Pick<NamesContext, 'modal' | 'router' | 'toasts' | 'messages'>

const isOnTop = ({ modal, router }: Screens, view: string): boolean =>
  modal.get().open && router.get().at(-1)?.view === view

/** Leaves the wallet's own view, where it is still on top. */
function leaveApproval(ctx: Screens, { view, params }: AskingView): void {
  const { router } = ctx
  if (!isOnTop(ctx, APPROVAL)) return
  if (router.get().at(-2)?.view === view) router.back()
  else if (params) router.replace(view, params)
  else router.replace(view)
}

/** Shows the view that asked again, unless the visitor went elsewhere meanwhile. */
export const showForm = (ctx: Screens, asked: AskingView = FORM): void => leaveApproval(ctx, asked)

/** Puts the view of the success in place of the form. A visitor who went elsewhere is told by a toast. */
export function showSuccess(ctx: Screens, name: string): void {
  leaveApproval(ctx, FORM)
  if (isOnTop(ctx, FORM.view)) return ctx.router.replace(SUCCESS)
  tell(ctx, 'names.isYours', name)
}

/** Goes back from the view that asked, and tells by a toast what was done. */
export function showDone(ctx: Screens, asked: AskingView, key: string, name: string): void {
  leaveApproval(ctx, asked)
  if (isOnTop(ctx, asked.view)) ctx.router.back()
  tell(ctx, key, name)
}

const tell = ({ toasts, messages }: Screens, key: string, name: string): void =>
  toasts.show({ message: messages.text(key, { name }), variant: 'success' })

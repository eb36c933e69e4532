import type { NamesContext } from '../options.js'
import type { NameOwnerView } from '../owner/api.js'

/** A view in which the visitor asks the wallet for a signature. */
export type AskingView =
  | { view: 'RegisterAccountName'; params?: undefined }
  | { view: NameOwnerView; params: { name: string } }

const FORM: AskingView = { view: 'RegisterAccountName' }
const SUCCESS = 'RegisterAccountNameSuccess'
/** The view of a wallet in which the visitor approves a signature. */
const APPROVAL = 'ApproveTransaction'

type Screens = Pick<NamesContext, 'modal' | 'router' | 'toasts' | 'messages'>

type Shown = ReturnType<Screens['router']['get']>[number] | undefined

const isApproval = (shown: Shown): boolean => shown?.view === APPROVAL

/** Whether a view is the one that asked: that of another name is not. */
const isAsking =
  ({ view, params }: AskingView) =>
  (shown: Shown): boolean =>
    shown?.view === view &&
    (!params || (shown.params as { name?: unknown } | undefined)?.name === params.name)

const isOnTop = ({ modal, router }: Screens, is: (shown: Shown) => boolean): boolean =>
  modal.get().open && is(router.get().at(-1))

/** Leaves the wallet's own view, where it is still on top. */
function leaveApproval(ctx: Screens, asked: AskingView): void {
  const { router } = ctx
  const { view, params } = asked
  if (!isOnTop(ctx, isApproval)) return
  if (isAsking(asked)(router.get().at(-2))) router.back()
  else if (params) router.replace(view, params)
  else router.replace(view)
}

/** Shows the view that asked again, unless the visitor went elsewhere meanwhile. */
export const showForm = (ctx: Screens, asked: AskingView = FORM): void => leaveApproval(ctx, asked)

/** Puts the view of the success in place of the form. A visitor who went elsewhere is told by a toast. */
export function showSuccess(ctx: Screens, name: string): void {
  leaveApproval(ctx, FORM)
  if (isOnTop(ctx, isAsking(FORM))) return ctx.router.replace(SUCCESS)
  tell(ctx, 'names.isYours', name)
}

/** Goes back from the view that asked, and tells by a toast what was done. */
export function showDone(ctx: Screens, asked: AskingView, key: string, name: string): void {
  leaveApproval(ctx, asked)
  if (isOnTop(ctx, isAsking(asked))) ctx.router.back()
  tell(ctx, key, name)
}

const tell = ({ toasts, messages }: Screens, key: string, name: string): void =>
  toasts.show({ message: messages.text(key, { name }), variant: 'success' })

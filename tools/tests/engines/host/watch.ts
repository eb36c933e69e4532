// Keeps what goes wrong on this page, before anything else runs.
const problems: string[] = []
window.addEventListener('error', ({ message }) => problems.push(message))
window.addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  problems.push(`${violatedDirective} blocked ${blockedURI}`),
)
Object.assign(window, { problems })

import { defineView } from '@latchkey/plugin-api'
declare module '@latchkey/plugin-api' {
  interface ViewParams { 'send.form': undefined; 'send.review': undefined }
}
export const views = [defineView({ id: 'send.form', title: 'send.title', render: {} }), defineView({ id: 'send.review', title: 'send.title', render: {} })] as const

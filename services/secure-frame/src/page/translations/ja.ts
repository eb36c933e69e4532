import type { Texts } from './en.js'

export const ja: Texts = {
  'approve.site': 'ウェブサイト',
  'approve.name': '名乗っている名前',
  'approve.account': 'アカウント',
  'approve.network': 'ネットワーク',
  'approve.fee': 'ネットワーク手数料の上限',
  'approve.missing': '不足',
  'approve.approve': '承認',
  'approve.reject': '拒否',
  'approve.unreadable': '読み取れないリクエスト',
  'approve.incomplete':
    'このリクエストはすべてを読み取れませんでした。サイトを信頼できる場合だけ承認してください。',
  'approve.raw': '署名される内容のすべて',
  'approve.wait': 'カード全体がしばらく表示されるとボタンが使えます。',
  'approve.scroll': '承認するには最後までスクロールしてください。',
  'approve.signing': '署名しています…',
  'approve.window': 'ウィンドウで確認',
  'approve.windowWhy':
    'このブラウザーでは、リクエストが覆われているかどうかがわかりません。別のウィンドウで読んでください。',
  'approve.windowOpen': '開いたウィンドウで続けてください。',
  'approve.blocked': 'ウィンドウがブロックされました。許可してからもう一度お試しください。',
  'approve.retry': 'もう一度確認',
  'approve.close': '閉じる',
  'approve.outcome': '起こること',
  'approve.leaves': 'アカウントから出るもの',
  'approve.arrives': 'アカウントに入るもの',
  'approve.nothing': '手数料のほかに出入りするものはありません。',
  'approve.partly': 'このネットワークは動くものをすべては示せませんでした。',
  'approve.wouldFail': 'これは失敗します。ネットワーク手数料は失われます。',
  'approve.lacks': 'アカウントの残高が足りません。',
  'approve.changed': 'その後に変更がありました。もう一度お読みください。',
  'approve.sameNumber': '以前に署名した取引が同じ番号です。どちらか一方だけが実行されます。',
  'approve.bothAccounts':
    'ここにはアカウントが示されていません。署名は、標準アカウントとスマートアカウントの両方のアドレスに有効です。',
  'node.network': 'ネットワークが応答しません。もう一度お試しください。',
  'node.network_busy': 'ネットワークが混み合っています。少し待ってからお試しください。',
  'node.transaction_replaced': 'このアカウントの別の取引が先に実行されました。',
  'node.transaction_underpriced':
    '手数料が低すぎます。必要額が上がったか、別の取引が同じ番号で待っています。',
  'node.insufficient_funds': '金額とネットワーク手数料に対して残高が足りません。',
  'node.transaction_expired': '取引が古すぎます。ウェブサイトからもう一度依頼する必要があります。',
  'node.transaction_unknown':
    '取引は署名されましたが、ネットワークが受け取ったか分かりません。実行される可能性があります。',
  'approve.notKept':
    'このブラウザーは現在何も保存しません。再読み込み後はこの操作を認識できません。二重に送信しないでください。',
  'approve.payer': '支払い元',
  'approve.payerAccount': 'あなたのアカウント',
  'node.bundler':
    '現在、このネットワークではスマートアカウントの操作を受け付けるサービスがありません。標準アカウントを使うか、後でもう一度お試しください。',
  'node.bundler_refused':
    '操作は拒否されました。アカウントの別の操作が実行されるまでは、まだ実行される可能性があります。',
  'node.earlier_carried_out':
    'この操作の代わりに、アカウントの以前の操作が実行されました。もう一度試す前に確認してください。',
  'node.operation_pending':
    '操作は送信されましたが、まだどのブロックにも含まれていません。まだ実行される可能性があります。',
  'node.operation_failed': '操作は失敗しました。ネットワーク手数料は支払われました。',
  'node.operation_replaced': 'アカウントの別の操作がその位置を占めました。',
  'node.gas_beyond_bounds': 'この操作は許可された額を超えます。',
  'node.paymaster_refused': '操作の料金を支払うサービスが許可されていない応答をしました。',
  'recovery.choose': 'ウォレットの復元方法を選んでください',
  'recovery.why':
    'このブラウザーがウォレットを忘れたら、これだけで開けます。誰もリセットできません。',
  'recovery.passkey': 'パスキーを使う',
  'recovery.password': 'パスワードを使う',
  'recovery.kit': '復元コードを保管する',
  'recovery.newPassword': '10 文字以上のパスワード',
  'recovery.showPassword': 'パスワードを表示',
  'recovery.kitKeep': 'このコードを自分だけがわかる場所に保管してください。表示は一度だけです。',
  'recovery.kitKept': '保管しました',
  'recovery.open': 'ウォレットを開く',
  'recovery.openWhy': 'このブラウザーにはまだウォレットがありません。',
  'recovery.enterPassword': 'パスワード',
  'recovery.enterKit': '復元コード',
  'recovery.continue': '続ける',
  'frame.working': 'お待ちください…',
  'frame.offline': 'オフラインです。接続が戻ると続きます。',
  'frame.failed': 'うまくいきませんでした。もう一度お試しください。',
  'approve.unused': '上限が変更されています。承認する前に「この上限を使う」を押してください。',
  'node.grant_refused':
    'この許可はもう与えることができません。ウェブサイトがもう一度求める必要があります。',
  'approve.grantNotKept':
    'このブラウザは現在何も保存しません。再読み込みすると、このウォレットの一覧に許可が表示されなくなります。',
}

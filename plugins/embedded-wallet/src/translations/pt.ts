import type { Catalogue } from '@latchkey/plugin-api'

export const pt: Catalogue = {
  'embedded.emailTitle': 'Entrar com e-mail',
  'embedded.emailText':
    'Você recebe uma carteira sem instalar nada. O e-mail traz um código ou um link.',
  'embedded.emailLabel': 'Endereço de e-mail',
  'embedded.continue': 'Continuar com e-mail',
  'embedded.codeTitle': 'Digite o código',
  'embedded.codeText': 'Enviamos um código de seis dígitos para {email}.',
  'embedded.codeLabel': 'Código de seis dígitos',
  'embedded.digit': 'Dígito {number} de 6',
  'embedded.checking': 'Verificando o código…',
  'embedded.resend': 'Enviar outro e-mail',
  'embedded.resendIn': 'Outro e-mail em {seconds} s',
  'embedded.deviceTitle': 'Confirme este dispositivo',
  'embedded.deviceHeadline': 'Abra o link do e-mail',
  'embedded.deviceText':
    'Enviamos um link para {email}. A página mostra um código que você digita aqui depois.',
  'embedded.waiting':
    '{count, plural, one {Um pedido espera} many {# pedidos esperam} other {# pedidos esperam}}',
  'embedded.frameTitle': 'Sua carteira',
  'embedded.securityTitle': 'Carteira e segurança',
  'embedded.securityFailed': 'As páginas da sua carteira não abriram',
  'embedded.codeWrong':
    'Este código está errado ou expirou. Digite-o de novo ou peça outro e-mail.',
  'embedded.denied': 'Este acesso foi interrompido pelo link do e-mail.',
  'embedded.over': 'O tempo deste acesso acabou. Peça outro e-mail.',
  'embedded.mailFailed': 'Não foi possível enviar o e-mail. Tente de novo.',
  'embedded.walletClosed':
    'Este navegador não tem a sua carteira e não pode recuperá-la. Use o navegador em que ela foi criada.',
  'embedded.keeperAway': 'Agora não é possível abrir sua carteira. Tente de novo em instantes.',
  'embedded.unreachable': 'O servidor da carteira não responde. Tente de novo.',
  'embedded.tooMany':
    'Houve tentativas demais. Tente de novo em {minutes, plural, one {# minuto} many {# minutos} other {# minutos}}.',
  'embedded.socialTitle': 'Entrar',
  'embedded.continueWith': 'Continuar com {provider}',
  'embedded.socialHeadline': 'Continue em {provider}',
  'embedded.socialText': 'Entre na janela que se abriu. Esta página continua sozinha.',
  'embedded.socialLost': 'Termine na janela ou cancele.',
  'embedded.socialChecking': 'Entrando…',
  'embedded.asks': 'A sua carteira tem uma pergunta. Responda aqui.',
  'embedded.openAgain': 'Abrir a janela de novo',
  'embedded.blockedText': 'Abra-a com este botão.',
  'embedded.socialFailed': 'Você não entrou',
  'embedded.socialDenied': 'Você não permitiu a entrada em {provider}.',
  'embedded.providerFailed':
    '{provider} não está acessível ou não respondeu como devia. Tente de novo.',
  'embedded.socialOver': 'O tempo desta entrada acabou. Tente de novo.',
  'embedded.otherPerson':
    'Esta é outra conta de {provider}, não aquela com que você começou. Tente de novo.',
  'embedded.farcasterText': 'Leia o código com a câmera do seu telefone e aprove no Farcaster.',
  'embedded.farcasterCode': 'Código QR para o Farcaster',
  'embedded.farcasterMaking': 'Criando o código…',
  'embedded.farcasterOpen': 'Abrir o Farcaster',
  'embedded.copyLink': 'Copiar link',
  'embedded.changeTitle': 'Mudar o e-mail',
  'embedded.changeText':
    'Primeiro vai um código para o seu endereço antigo, depois um para o novo.',
  'embedded.newEmail': 'Novo endereço de e-mail',
  'embedded.changeContinue': 'Continuar',
  'embedded.oldCodeText': 'Enviamos um código de seis dígitos para o seu endereço antigo.',
  'embedded.changeOther': 'Usar outro endereço',
  'embedded.changeDone': 'Seu e-mail foi mudado',
  'embedded.changeDoneText':
    'A partir de agora você entra com {email}. Um endereço antigo recebeu um link que desfaz isto durante 72 horas.',
  'embedded.changeOver': 'O tempo desta mudança acabou. Comece de novo.',
  'embedded.notFresh':
    'Sua entrada é antiga demais para isto. Desconecte, entre de novo e volte aqui.',
  'embedded.sameEmail': 'Este já é o seu endereço.',
  'embedded.changed':
    'O endereço desta carteira foi alterado. Isto volta a ser possível 72 horas após a alteração.',
  'embedded.emailTaken': 'Este endereço tem uma carteira própria. Use outro.',
  'embedded.accountTypeTitle': 'Tipo de conta',
  'embedded.smartAccount': 'Conta inteligente',
  'embedded.eoaAccount': 'Conta padrão',
  'embedded.accountTypeText':
    'Cada conta tem um endereço próprio. O que uma delas tem fica nela quando você troca, e os pedidos pendentes são recusados.',
  'embedded.notHere': 'Não está nesta rede',
  'embedded.useSmart': 'Usar a conta inteligente',
  'embedded.useEoa': 'Usar a conta padrão',
  'embedded.accountsFailed': 'Não foi possível ler as contas',
  'embedded.alertLoad':
    'Erro de rede: não foi possível carregar a carteira integrada|O servidor do quadro seguro não respondeu.',
  'embedded.alertTimeout':
    'A carteira integrada não respondeu a tempo|O quadro seguro não respondeu a um pedido.',
  'errors.embedded.load_failed': 'Não foi possível carregar a entrada por e-mail',
  'errors.embedded.no_connector': 'Nenhum conector de autenticação encontrado',
  'errors.embedded.no_place':
    'A conexão de carteiras deste site não está bem configurada. Avise o site.',
  'errors.embedded.request_failed': 'Ocorreu um erro',
  'errors.embedded.timed_out': 'Demorou demais. Tente de novo.',
  'errors.embedded.aborted': 'Algo deu errado',
  'errors.embedded.invalid_email': 'Este não é um endereço de e-mail.',
  'errors.embedded.too_soon': 'Tente de novo em {seconds} segundos',
  'errors.embedded.signed_out': 'Ninguém entrou.',
  'errors.embedded.popup_closed': 'Janela fechada',
  'errors.embedded.social_not_started': 'Não foi possível iniciar a conexão social',
  'errors.embedded.farcaster_failed': 'Falha ao conectar ao Farcaster',
  'errors.embedded.not_connected': 'Não conectado por e-mail nem por conta social',
  'errors.embedded.interrupted': 'Esta página foi recarregada durante a entrada. Comece de novo.',
  'errors.embedded.smart_accounts_off': 'Não há contas inteligentes nesta rede.',
  'errors.embedded.account_in_use': 'Esta conta já está em uso.',
}

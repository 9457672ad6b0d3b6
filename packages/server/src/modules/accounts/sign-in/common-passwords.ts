/**
 * Words that guessers try first, in lower case. The list is our own, compiled from what such lists have in common:
 * words that stay common whatever digits and signs are added (`password-rules.ts` strips those). Only words that reach
 * eight characters with such additions are needed here.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
00000000 11111111 11223344 123123123 12341234 123456789a 123qwe123 123qweasd 12qwaszx 1314520 147258369 159357
159753 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 5201314 55555555 69696969 741852963 789456123 88888888 987654321
a123456789 a1b2c3d4 aa123456 aa12345678 abc12345 abcd1234 abracadabra access accessgranted admin adminadmin
administrator ahmed aishiteru alexander alexandra alhamdulillah allahuakbar amanda amormeu andrew angel angels
anthony apple arigato arsenal asd12345 asdfasdf asdfghjkl asdzxc ashley autumn azerty azertyui azertyuiop
babyboy babygirl barcelona baseball basketball batman bestfriend beyonce bismillah blessed bonjour bonsoir
brasil butterfly changeit changeme character charlie chatbot cheesecake chelsea chocolate chouchou christian
companion computer contrasena contraseña cookies corinthians corvette daniel december default diamond doraemon
doudou dragon elizabeth eminem estrella everkin everkineverkin facebook familia family february felicidade
ferrari flamengo football forever forever21 fortnite freedom friday friends friendship fussball gamer gamers
google guest guestguest habibi habibti hallo hallohallo hannah harley haslo hermosa honey ichliebedich
ilovemyself iloveyou instagram internet iphone january jennifer jessica jesus jesuschrist jetaime jordan joshua
juventus konnichiwa letmein letmeinnow linux liverpool login loginlogin lovely loverboy lovergirl loveyou
lozinka manchester manutd marseille master matthew mercedes messi metallica meuamor michael michelle microsoft
midnight minecraft mohamed mohammed monday monkey morning motdepasse muhammad mustang mylife mylove naruto
neymar nicole nintendo nirvana november october opensesame p@ssw0rd p@ssword palmeiras parola pass1234 passpass
passw0rd password password1 passwords passwort patricia pikachu playstation pokemon porsche princess q1w2e3r4
q1w2e3r4t5 qazwsx qazwsxedc qwe12345 qweasd qweasdzxc qwerty qwertyui qwertyuiop qwertz qwertzui qwertzuiop
realmadrid roblox ronaldo root rootroot sakura sakurasakura samantha samsung saopaulo sasuke saturday schatz
schatzi secret secrets senha senhas september shadow signin slipknot snowball soleil sommer spiderman spring
starwars strawberry summer sunday sunshine superman sweetheart sweetie teamo teamomucho tequiero tester testing
testtest testtesttest toor topsecret tottenham trustno trustnoone ubuntu victoria wachtwoord welcome welcomeback
whatever whatsapp windows winter woaini woaini1314 xboxlive yamaha youtube zaq12wsx zaq1zaq1 zxcvbnm zxcvbnmasdf
`
    .trim()
    .split(/\s+/),
)

/** Rows of keys, and the alphabet: any run of them is easy to guess. */
export const KEYBOARD_ROWS: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]

// Receives webhooks and verifies who sent them: java ReceiveWebhooks.java. Needs Java 17 or newer and no package.
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class ReceiveWebhooks {
  // SECRET is the webhook's secret, which begins with whsec_.
  static final byte[] KEY = Base64.getDecoder().decode(System.getenv("SECRET").replace("whsec_", ""));
  static final long MAX_AGE_SECONDS = 300;

  // The body has to be the bytes as they arrived: JSON that was parsed and written again has another signature.
  static boolean isGenuine(Headers headers, byte[] body) throws Exception {
    String id = headers.getFirst("webhook-id");
    String timestamp = headers.getFirst("webhook-timestamp");
    String signatures = headers.getFirst("webhook-signature");
    if (id == null || signatures == null || timestamp == null || !timestamp.matches("\\d{1,12}")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > MAX_AGE_SECONDS) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes("UTF-8"));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes("UTF-8");
    for (String given : signatures.split(" ")) {
      if (MessageDigest.isEqual(given.getBytes("UTF-8"), expected)) return true;
    }
    return false;
  }

  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean genuine = false;
      try {
        genuine = isGenuine(exchange.getRequestHeaders(), body);
      } catch (Exception error) {
        error.printStackTrace();
      }
      // Respond first: whatever takes longer than ten seconds counts as a failure.
      exchange.sendResponseHeaders(genuine ? 204 : 401, -1);
      exchange.close();
      if (genuine) System.out.println(new String(body, "UTF-8"));
    });
    server.start();
  }
}

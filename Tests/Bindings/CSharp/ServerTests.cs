using System;
using System.Threading.Tasks;
using IAPBridge;
using IAPBridge.Native;

/// <summary>The headers for servers, through the C functions.</summary>
public static unsafe class ServerTests
{
    [Test]
    public static void a_server_checks_what_the_store_has_signed()
    {
        using (World world = new World().Listen())
        using (Verifier verifier = Open(new VerifierOptions
               {
                   Roots = new[] { new Bytes { Value = world.Store.RootCertificate() } },
                   BundleId = "com.example.game",
                   Environments = StoreEnvironment.Sandbox,
               }))
        {
            Task<Transaction> bought = world.Client.BuyAsync(World.Coins);
            world.Pump();
            string signed = bought.Result.SignedText;
            using (SignedData data = Check(verifier, signed, Verdict.Valid))
            {
                Program.Equal(bought.Result.Id, data.TransactionId, "the id");
                Program.Equal(World.Coins, data.ProductId, "the product");
                Program.Equal(World.Coins, data.Text(SignedField.ProductId), "the product by its number");
                Program.Equal(World.Coins, data.JsonText("productId"), "the product by its name");
                Program.Equal(ProductType.Consumable, data.ProductType, "an enumerated field");
                Program.Check(data.Quantity == 1 && !data.IsUpgraded && data.WinBackOffers.Length == 0, "other types");
                Program.Check(data.IsSignatureChecked && data.Has(SignedField.PriceMilliunits), "its contents");
            }
            Program.Check(Check(verifier, signed.Substring(0, signed.Length - 4) + "AAAA", Verdict.Invalid) == null, "forged");
        }
    }

    private static Verifier Open(VerifierOptions options)
    {
        using (Arena arena = new Arena())
        {
            IntPtr verifier;
            iap_error error = iap_error.Create();
            Status status = C.iap_verifier_open(VerifierOptions.Write(options, arena), out verifier, ref error);
            Program.Check(status == Status.Ok, Utf8.Text((IntPtr)error.message, null));
            return Verifier.Given(verifier);
        }
    }

    private static SignedData Check(Verifier verifier, string text, Verdict expected)
    {
        IntPtr data;
        byte[] bytes = Utf8.Bytes(text, "the text");
        iap_verify_result result = iap_verify_result.Create();
        iap_error error = iap_error.Create();
        Status status = C.iap_verifier_check(verifier, SignedKind.Transaction, bytes, (UIntPtr)(bytes.Length - 1), out data,
                                             &result, ref error);
        Program.Equal(Status.Ok, status, "check");
        Program.Check(result.verdict == expected, result.verdict + ": " + Utf8.Text((IntPtr)result.message, null));
        return SignedData.Given(data);
    }
}

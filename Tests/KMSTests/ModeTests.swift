import KMS
import Testing
